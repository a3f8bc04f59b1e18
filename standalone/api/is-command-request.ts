/** Whether command-api serves a request: hooks, the operator's routes, and everything that is no read. */
export function isCommandRequest(method = 'GET', url = '/'): boolean {
  if (/^\/(hooks|operator)(\/|\?|$)/.test(url)) return true
  return method !== 'GET' && method !== 'HEAD'
}
