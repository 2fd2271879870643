// The filter as text, for the tests: how many instructions it has, and where they are.
#pragma once

#include "confine.h"

#include <linux/filter.h>

enum { FILTER_MOST = 512 };

// Which calls are always refused; returns how many there are.
size_t filter_refused(const unsigned short **calls);

size_t filter_build(const struct plan *plan, int self, const struct sock_filter **text);
