import { randomBytes } from 'node:crypto'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'

/** What secrets that we draw begin with; 32 random bytes in base64 follow. */
const PREFIX = 'whsec_'

/** The secrets a configuration may take, as references into the vault. */
export type SecretRefs = {
  readonly secret_ref: string | null
  readonly drawn_secret_ref: string | null
}

/**
 * Puts into the vault what the configuration will name: the caller's secret, unless it is the current one
 * already, or a drawn one for a webhook that has none. It must be there before the event that names it.
 * @param wanted.mayReplace whether another one may take the place of the present one
 * @returns null when it may not
 */
export async function storeSecret(
  vault: Vault,
  accountId: string,
  known: Pick<WebhookEntry, 'secret_ref'> | undefined,
  wanted: { readonly secret: string | undefined; readonly mayReplace: boolean },
): Promise<SecretRefs | null> {
  const current = known && (await secretOrNull(vault, accountId, known.secret_ref))
  if (wanted.secret === undefined || wanted.secret === current) {
    // A secret that was lost is replaced: nothing could be signed with it.
    if (current !== undefined && current !== null)
      return { secret_ref: null, drawn_secret_ref: null }
    const drawn = await vault.put(accountId, `${PREFIX}${randomBytes(32).toString('base64')}`)
    return { secret_ref: known ? drawn : null, drawn_secret_ref: drawn }
  }
  if (!wanted.mayReplace) return null
  return { secret_ref: await vault.put(accountId, wanted.secret), drawn_secret_ref: null }
}
