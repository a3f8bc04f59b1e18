import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

export function awaitsSession(providers: Providers, { type, status }: ConnectionEntry): boolean {
  return status === 'pending' && providers.get(type)?.ensureSession !== undefined
}
