import type { ProviderKind } from './provider.ts'

export function nativeNames(providers: ReadonlyMap<string, ProviderKind>): ReadonlySet<string> {
  return new Set([...providers.values()].flatMap(({ nativeEvents }) => nativeEvents))
}
