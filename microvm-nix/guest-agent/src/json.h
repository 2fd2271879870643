// Reads flat JSON objects, one a line, as they are in the list of refusals. What is nested is skipped.
#ifndef BELLJAR_JSON_H
#define BELLJAR_JSON_H

#include <stdbool.h>
#include <stddef.h>

// Is given each text and each number of an object, as text: with its escapes resolved, at most JSON_TEXT_MOST bytes long
// and without NUL.
typedef void json_member(void *owner, const char *key, const char *value);

#define JSON_TEXT_MOST 2047

// False if the line is not one object.
bool json_object(const char *line, json_member *member, void *owner);

#endif
