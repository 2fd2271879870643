/// The network, with fixed addresses: every machine has one of its own, so there is nothing a DHCP server could tell it.
#include "init.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <net/route.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr address(const char *text) {
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr any;
    inet_pton(AF_INET, text, &in.sin_addr);
    memcpy(&any, &in, sizeof any);
    return any;
}

static bool up(int control, const char *name) {
    struct ifreq request = {0};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (ioctl(control, SIOCGIFFLAGS, &request) != 0) return false;
    request.ifr_flags |= IFF_UP;
    return ioctl(control, SIOCSIFFLAGS, &request) == 0;
}

void bring_up_network(void) {
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (control < 0) return;
    up(control, "lo");
    // The gateway speaks IPv4: no router to ask for, and no name to look up twice. Loopback keeps ::1.
    write_file("/proc/sys/net/ipv6/conf/eth0/disable_ipv6", "1", 0);
    struct ifreq request = {.ifr_name = "eth0"};
    request.ifr_addr = address("10.213.0.2");
    // A machine without a network card is a machine without a network, and boots all the same.
    if (ioctl(control, SIOCSIFADDR, &request) == 0) {
        request.ifr_netmask = address("255.255.255.0");
        ioctl(control, SIOCSIFNETMASK, &request);
        up(control, "eth0");
        struct rtentry route = {.rt_flags = RTF_UP | RTF_GATEWAY};
        route.rt_dst = address("0.0.0.0");
        route.rt_genmask = address("0.0.0.0");
        route.rt_gateway = address("10.213.0.1");
        if (ioctl(control, SIOCADDRT, &route) != 0) say("belljar: eth0 has no route to its gateway");
    }
    close(control);
}
