import type { CommandDeps } from '../deps.ts'

/** Puts secrets into the vault, before the fact that refers to them. @returns their references, by the same names */
export async function storeCredentials(
  { vault }: Pick<CommandDeps, 'vault'>,
  accountId: string,
  secrets: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const stored = Object.entries(secrets).flatMap(([name, secret]) =>
    secret === undefined
      ? []
      : [vault.put(accountId, secret).then((reference) => [name, reference] as const)],
  )
  return Object.fromEntries(await Promise.all(stored))
}
