// Powering the machine off.
#ifndef BELLJAR_POWER_H
#define BELLJAR_POWER_H

// In order, if there is an init that knows how; at once otherwise.
void power_off(void *unused);

#endif
