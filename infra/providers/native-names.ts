import type { ProviderKind } from './provider.ts'

/** What any of the providers calls its events, each name once. */
export function nativeNames(providers: ReadonlyMap<string, ProviderKind>): ReadonlySet<string> {
  return new Set([...providers.values()].flatMap(({ nativeEvents }) => nativeEvents))
}
