/** Workspaces are resolved to their sources, as by `node --conditions=@recado/source`. */
export function resolve(specifier, context, next) {
  const conditions = [...context.conditions, '@recado/source']
  return next(specifier, { ...context, conditions })
}
