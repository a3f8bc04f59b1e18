import { FIRST_GATEWAY } from '@recado/domain/gateway/events'
import type { Filling } from '@recado/domain/gateway/least-filled'
import type { Config } from '@recado/infra/config'
import type { GatewayEntry } from '@recado/infra/registry-entries'
import type { Registry } from '../registry/registry.ts'

/** A gateway with what it has and whether it answers. */
export type GatewayInUse = Filling & {
  readonly address: string
  readonly secret_refs: GatewayEntry['secret_refs']
  /** Of its sessions, those that moved numbers have left behind and that are still to be ended. */
  readonly former_sessions: number
  readonly reason: string | null
  /** Since when it is silent, ISO 8601; null while it answers. */
  readonly silent_since: string | null
}

type Deps = {
  readonly config: Pick<Config, 'WAHA_URL' | 'WAHA_MAX_SESSIONS'>
  readonly registry: Pick<Registry, 'connections' | 'gateway' | 'gateways'>
}

/** All gateways: that of WAHA_URL, whose id is null, and the registered ones in order of registration. */
export function gatewaysInUse({ config, registry }: Deps): readonly GatewayInUse[] {
  const counts = sessionCounts(registry)
  const { WAHA_URL: address, WAHA_MAX_SESSIONS: max_sessions } = config
  const first = registry.gateway(FIRST_GATEWAY)
  return [
    ...(address === null ? [] : [inUse(null, { address, max_sessions }, first, counts)]),
    ...[...registry.gateways()].flatMap((entry) => {
      const { id, address: its, max_sessions: most } = entry
      return its === null || most === null
        ? []
        : [inUse(id, { address: its, max_sessions: most }, entry, counts)]
    }),
  ]
}

/** Those that do not answer. One that takes no sessions, and has none, is missed by nobody. */
export function missedGateways(gateways: readonly GatewayInUse[]): readonly GatewayInUse[] {
  return gateways.filter(
    ({ is_silent, sessions, max_sessions }) => is_silent && sessions + max_sessions > 0,
  )
}

type Counts = ReadonlyMap<string | null, { readonly present: number; readonly former: number }>

function inUse(
  id: string | null,
  given: Pick<GatewayInUse, 'address' | 'max_sessions'>,
  entry: GatewayEntry | undefined,
  counts: Counts,
): GatewayInUse {
  const { present, former } = counts.get(id) ?? { present: 0, former: 0 }
  const is_silent = entry?.status === 'silent'
  return {
    ...{ id, ...given, is_silent, secret_refs: entry?.secret_refs ?? {} },
    sessions: present + former,
    former_sessions: former,
    reason: entry?.reason ?? null,
    silent_since: is_silent ? entry.status_since : null,
  }
}

function sessionCounts(registry: Pick<Registry, 'connections'>): Counts {
  const counts = new Map<string | null, { present: number; former: number }>()
  const add = (id: string | null, what: 'present' | 'former') => {
    const count = counts.get(id) ?? { present: 0, former: 0 }
    counts.set(id, { ...count, [what]: count[what] + 1 })
  }
  for (const { session, gateway_id, former_gateways } of registry.connections()) {
    if (session !== null) add(gateway_id, 'present')
    for (const former of former_gateways) add(former, 'former')
  }
  return counts
}
