import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { CommandDeps } from '../deps.ts'

/**
 * Puts secrets into the vault, before the fact that names them is written.
 * @param secrets by name; undefined ones are left out
 * @param current references of the current secrets, by name: a secret that is the current one is not stored again
 * @returns their references, by name
 */
export async function storeCredentials(
  { vault }: Pick<CommandDeps, 'vault'>,
  accountId: string,
  secrets: Readonly<Record<string, string | undefined>>,
  current: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const referenceOf = async (name: string, secret: string) => {
    const known = current[name]
    const isCurrent =
      known !== undefined &&
      (await secretOrNull(vault, { account_id: accountId, reference: known })) === secret
    return isCurrent ? known : vault.put({ account_id: accountId, secret })
  }
  const stored = Object.entries(secrets).flatMap(([name, secret]) =>
    secret === undefined
      ? []
      : [referenceOf(name, secret).then((reference) => [name, reference] as const)],
  )
  return Object.fromEntries(await Promise.all(stored))
}
