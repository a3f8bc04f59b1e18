import { stillSigning } from '@recado/domain/webhook/previous-secrets'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'

/**
 * The secrets that sign a webhook's deliveries at a time: the current one first, then replaced ones that still sign.
 * Empty when the current one is lost; a lost earlier one must not stop what the current one can sign.
 * @throws when the vault does not answer
 */
export async function secretsOf(
  vault: Pick<Vault, 'get'>,
  { account_id, secret_ref, previous_secrets }: WebhookEntry,
  at: string,
): Promise<readonly string[]> {
  const current = await secretOrNull(vault, { account_id, reference: secret_ref })
  if (current === null) return []
  // Hardly any webhook has earlier secrets, and every attempt comes through here.
  if (previous_secrets.length === 0) return [current]
  const earlier = await Promise.all(
    stillSigning(previous_secrets, at).map((one) =>
      secretOrNull(vault, { account_id, reference: one.secret_ref }),
    ),
  )
  // A webhook that returned to an earlier secret has it twice.
  return [...new Set([current, ...earlier.filter((secret) => secret !== null)])]
}
