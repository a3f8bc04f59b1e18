import type { FastifyRequest } from 'fastify'

/** How long browsers keep the cookie; the session itself ends earlier. */
const SECONDS = 7 * 24 * 60 * 60

/** Whether clients reach us by TLS. @param publicUrl the setting PUBLIC_URL */
function isSecure(request: Pick<FastifyRequest, 'protocol'>, publicUrl: string | null): boolean {
  return (publicUrl ?? `${request.protocol}:`).startsWith('https:')
}

/** The name of the cookie. With the prefix `__Secure-`, no page without TLS can set it. */
function nameOf(secure: boolean): string {
  return secure ? '__Secure-recado' : 'recado'
}

/** The Set-Cookie header that stores a session in the browser; null removes it. */
export function sessionCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  publicUrl: string | null,
  text: string | null,
): string {
  const secure = isSecure(request, publicUrl)
  const flags = ['Path=/dashboard', 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])]
  const age = `Max-Age=${text === null ? 0 : SECONDS}`
  return [`${nameOf(secure)}=${text ?? ''}`, ...flags, age].join('; ')
}

export function sessionText(
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicUrl: string | null,
): string | null {
  const name = `${nameOf(isSecure(request, publicUrl))}=`
  const given = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return given.find((pair) => pair.startsWith(name))?.slice(name.length) ?? null
}
