/* Four octets. */
static int open_booth;
