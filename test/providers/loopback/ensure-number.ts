import type { ProviderDeps } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { loopHook } from './hook.ts'
import type { LoopCall } from './loop-call.ts'

/** Registers the hook of a number with the network, which then reports that the number is up. */
export async function ensureNumber(
  call: LoopCall,
  { config, vault }: ProviderDeps,
  { id, account_id, session, phone_number, secret_refs }: ConnectionEntry,
): Promise<void> {
  const key = await vault.get({ account_id, reference: secret_refs.loop_key ?? '' })
  const hook_url = `${config.PUBLIC_URL}/hooks/${loopHook.path}/${id}`
  const result = await call('PUT', `/numbers/${session}`, { hook_url, key, phone: phone_number })
  if (result.kind !== 'ok') throw new Error(result.error.title)
}
