import type { ProviderKind } from './provider.ts'

export function nativeNames(providers: ReadonlyMap<string, ProviderKind>): ReadonlySet<string> {
  return new Set([...providers.values()].flatMap(({ nativeEvents }) => nativeEvents))
}

/** The native names that a webhook of the provider may list. */
export function listedNames({
  nativeEvents,
  partialEvent,
}: Pick<ProviderKind, 'nativeEvents' | 'partialEvent'>): readonly string[] {
  return partialEvent === undefined ? nativeEvents : [...nativeEvents, partialEvent.name]
}
