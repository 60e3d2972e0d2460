//! Addresses of the internet, the only ones to which a public server can redirect.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

/// The IPv4 networks whose addresses are not of the internet, with the lengths of their prefixes: multicast, reserved addresses, and
/// the [registry of special-purpose addresses](https://www.iana.org/assignments/iana-ipv4-special-registry).
const NOT_PUBLIC: [(Ipv4Addr, u32); 14] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Returns true for an address of the internet: not of this machine, of a private network or of a link.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match (embedded_v4(address), address.segments()) {
            (Some(address), _) => is_public_v4(address),
            // 2000::/3 has the addresses of the internet, and networks of protocols and of documentation.
            (None, [0x2001, second, ..]) => second >= 0x200 && second != 0xDB8,
            (None, [first, ..]) => first & 0xE000 == 0x2000 && first & 0xFFF0 != 0x3FF0,
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    NOT_PUBLIC.iter().all(|(network, length)| (address.to_bits() ^ network.to_bits()) >> (32 - length) != 0)
}

/// Returns the IPv4 address that an IPv6 address embeds: mapped, translated by NAT64, or tunnelled by 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let address_of = |[high, low]: [u16; 2]| Some(Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low)));
    match address.segments() {
        [0x64, 0xFF9B, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => address_of([high, low]),
        _ => address.to_ipv4_mapped(),
    }
}

/// The error of a redirect to an address that is not public.
#[derive(Debug, thiserror::Error)]
#[error("a public server redirected to an address that is not public")]
pub(super) struct NotPublic;

/// Resolves the hosts of redirects to public addresses alone.
pub(super) struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let lookup = move || (name.as_str(), 0).to_socket_addrs();
            let addresses: Vec<SocketAddr> = tokio::task::spawn_blocking(lookup).await??.collect();
            let public: Vec<_> = addresses.into_iter().filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        let public = [
            "1.1.1.1",
            "172.32.0.1",
            "198.20.0.1",
            "2606:4700::1",
            "2001:4860:4860::8888",
            "64:ff9b::101:101",
            "2002:101:101::",
        ];
        let others = [
            "0.0.0.0",
            "10.1.2.3",
            "100.127.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.31.0.1",
            "192.0.0.1",
            "192.168.0.1",
            "198.19.255.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ];
        for (addresses, expected) in [(&public[..], true), (&others[..], false)] {
            for address in addresses {
                assert_eq!(is_public(address.parse().expect("an address")), expected, "{address}");
            }
        }
    }

    #[test]
    fn names_of_private_addresses_are_not_resolved() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let resolved = runtime.block_on(PublicAddresses.resolve("localhost".parse().expect("a name")));
        assert!(resolved.is_err_and(|error| error.is::<NotPublic>()));
    }
}
