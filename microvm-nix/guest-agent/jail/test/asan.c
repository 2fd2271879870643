// Options of the sanitizers for the program under test, which has no environment in a jail. Looking for leaks needs to trace, which
// jails forbid, and the roles end by _exit anyway.
const char *__asan_default_options(void);

const char *__asan_default_options(void) { return "detect_leaks=0:abort_on_error=1:handle_segv=0"; }
