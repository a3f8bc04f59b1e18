/** The provider of connections of a type. @throws Error when no provider has the type */
export function providerOf<Kind>(providers: ReadonlyMap<string, Kind>, type: string): Kind {
  const provider = providers.get(type)
  if (provider === undefined) throw new Error(`no provider serves connections of type ${type}`)
  return provider
}
