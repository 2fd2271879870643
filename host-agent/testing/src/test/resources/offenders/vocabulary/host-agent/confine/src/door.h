// The doorkeeper of the launcher.
int deed_count(void);
