import { stillSigning } from '@recado/domain/webhook/previous-secrets'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'

/**
 * What signs a webhook's deliveries at a time: the present secret first, then those that it has replaced and that sign on.
 * None when the present one is lost; a lost earlier one must not stop what the present one can sign.
 * @throws when the vault does not answer
 */
export async function secretsOf(
  vault: Pick<Vault, 'get'>,
  { account_id, secret_ref, previous_secrets }: WebhookEntry,
  at: string,
): Promise<readonly string[]> {
  const current = await secretOrNull(vault, account_id, secret_ref)
  if (current === null) return []
  // Hardly any webhook has one, and each attempt asks.
  if (previous_secrets.length === 0) return [current]
  const earlier = await Promise.all(
    stillSigning(previous_secrets, at).map((one) =>
      secretOrNull(vault, account_id, one.secret_ref),
    ),
  )
  // Who goes back to an earlier secret has it twice.
  return [...new Set([current, ...earlier.filter((secret) => secret !== null)])]
}
