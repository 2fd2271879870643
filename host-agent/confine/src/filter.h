// The filter's instructions, for the tests: their number and address.
#pragma once

#include "confine.h"

#include <linux/filter.h>

enum { FILTER_MOST = 512 };

// The calls that are always refused; returns their number.
size_t filter_refused(const unsigned short **calls);

size_t filter_build(const struct plan *plan, int self, const struct sock_filter **text);
