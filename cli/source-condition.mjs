/** Resolves workspaces to their sources, as `node --conditions=@recado/source` does. */
export function resolve(specifier, context, next) {
  const conditions = [...context.conditions, '@recado/source']
  return next(specifier, { ...context, conditions })
}
