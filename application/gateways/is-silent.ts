import { FIRST_GATEWAY } from '@recado/domain/gateway/events'
import type { Registry } from '../registry/registry.ts'

/** Whether a gateway did not answer when it was asked last. @param gatewayId null: the one that a setting names */
export function isSilent(registry: Pick<Registry, 'gateway'>, gatewayId: string | null): boolean {
  return registry.gateway(gatewayId ?? FIRST_GATEWAY)?.status === 'silent'
}
