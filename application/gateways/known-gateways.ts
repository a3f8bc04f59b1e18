import type { KnownGateways } from '@recado/infra/providers/provider'

/** The gateways of a registry that is opened later than the providers that look there; until then there are none. */
export type LateGateways = KnownGateways & { followRegistry(registry: KnownGateways): void }

export function lateGateways(): LateGateways {
  let known: KnownGateways | null = null
  return {
    gateway: (id) => known?.gateway(id),
    gateways: () => known?.gateways() ?? [],
    followRegistry(registry) {
      known = registry
    },
  }
}
