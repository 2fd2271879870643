// Powering the machine off.
#ifndef BELLJAR_POWER_H
#define BELLJAR_POWER_H

// Powers off cleanly if the init system supports it, otherwise at once.
void power_off(void *unused);

#endif
