import { graphApi } from './graph-api/graph-api.ts'
import type { OpenProvider, Provider, ProviderDeps, Providers } from './provider.ts'
import { waha } from './waha/waha.ts'

const ALL: readonly Provider[] = [graphApi, waha]

/** All providers, by the type of their connections. A new one is a folder beside this file and a line in ALL. */
export const PROVIDERS = providerTable(ALL)

export function providerTable(providers: readonly Provider[]): ReadonlyMap<string, Provider> {
  return new Map(providers.map((provider) => [provider.type, provider]))
}

/** Dials nothing before the first call. */
export function openProviderTable(
  table: ReadonlyMap<string, Provider>,
  world: ProviderDeps,
): Providers {
  const open = (provider: Provider): OpenProvider => ({ ...provider, ...provider.open(world) })
  return new Map([...table].map(([type, provider]) => [type, open(provider)]))
}

/** Waits for calls under way: they have no outcome yet, and must not lose it. */
export async function closeProviders(providers: Providers): Promise<void> {
  await Promise.all([...providers.values()].map((provider) => provider.close()))
}
