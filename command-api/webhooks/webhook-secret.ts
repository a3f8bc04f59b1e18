import { randomBytes } from 'node:crypto'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'

/** The prefix of generated secrets; 32 random bytes in base64 follow. */
const SECRET_PREFIX = 'whsec_'

/** Vault references for a configuration: of the caller's secret, and of a generated one. */
export type SecretRefs = {
  readonly secret_ref: string | null
  readonly drawn_secret_ref: string | null
}

/**
 * Puts the secret of a configuration into the vault before the fact refers to it: the caller's, unless it is already the
 * current one, or a generated one for a webhook without a secret.
 * @param wanted.mayReplace whether the current secret may be replaced
 * @returns null when it may not, but would be
 */
export async function storeSecret(
  vault: Vault,
  accountId: string,
  known: Pick<WebhookEntry, 'secret_ref'> | undefined,
  wanted: { readonly secret: string | undefined; readonly mayReplace: boolean },
): Promise<SecretRefs | null> {
  const current =
    known && (await secretOrNull(vault, { account_id: accountId, reference: known.secret_ref }))
  if (wanted.secret === undefined || wanted.secret === current) {
    // A secret that the vault has lost is replaced, because nothing can be signed with it.
    if (current !== undefined && current !== null)
      return { secret_ref: null, drawn_secret_ref: null }
    const drawn = await vault.put({
      account_id: accountId,
      secret: `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`,
    })
    return { secret_ref: known ? drawn : null, drawn_secret_ref: drawn }
  }
  if (!wanted.mayReplace) return null
  return {
    secret_ref: await vault.put({ account_id: accountId, secret: wanted.secret }),
    drawn_secret_ref: null,
  }
}
