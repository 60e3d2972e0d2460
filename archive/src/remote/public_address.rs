//! Addresses of the internet, the only ones to which a public server can redirect.

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

/// Returns true for an address of the internet: not of this machine, of a private network or of a link.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_v4(address) {
            Some(address) => is_public_v4(address),
            None => {
                let [first, ..] = address.segments();
                // fc00::/7, of a private network, and fe80::/10, of a link.
                let is_local = first & 0xFE00 == 0xFC00 || first & 0xFFC0 == 0xFE80;
                !(address.is_loopback() || address.is_unspecified() || address.is_multicast() || is_local)
            }
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    // 100.64.0.0/10, which carriers and clouds use for internal networks.
    let is_shared = first == 100 && second & 0xC0 == 64;
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_multicast()
        || first == 0
        || is_shared)
}

/// Returns the IPv4 address in an IPv6 address that is mapped, or translated by NAT64.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, high, low] = address.segments();
    let is_nat64 = [a, b, c, d, e, f] == [0x64, 0xFF9B, 0, 0, 0, 0];
    let translated = Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    address.to_ipv4_mapped().or(is_nat64.then_some(translated))
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
    fn names_of_private_addresses_are_not_resolved() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let resolved = runtime.block_on(PublicAddresses.resolve("localhost".parse().expect("a name")));
        assert!(resolved.is_err_and(|error| error.is::<NotPublic>()));
    }
}
