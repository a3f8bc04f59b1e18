import type { FastifyRequest } from 'fastify'
import { DEVICE_SECONDS } from './devices.ts'

/** How long browsers keep each cookie, s; a session itself ends earlier. */
const MAX_AGE_SECONDS = { recado: 7 * 24 * 60 * 60, 'recado-device': DEVICE_SECONDS }

type Name = keyof typeof MAX_AGE_SECONDS

/** Whether clients reach us by TLS. @param publicUrl the setting PUBLIC_URL */
function isSecure(request: Pick<FastifyRequest, 'protocol'>, publicUrl: string | null): boolean {
  return (publicUrl ?? `${request.protocol}:`).startsWith('https:')
}

/**
 * The beginning of the cookie. With the prefix `__Host-`, neither a page without TLS nor one of a neighbouring domain can
 * set it; browsers accept the prefix only with the path `/`.
 */
function cookieName(name: Name, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${name}=`
}

/** The Set-Cookie header that stores a session in the browser; null removes it. */
export function sessionCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  publicUrl: string | null,
  text: string | null,
): string {
  return cookie('recado', isSecure(request, publicUrl), text)
}

/** The Set-Cookie header by which a browser is known at its next sign-in. */
export function deviceCookie(
  request: Pick<FastifyRequest, 'protocol'>,
  publicUrl: string | null,
  text: string,
): string {
  return cookie('recado-device', isSecure(request, publicUrl), text)
}

export function sessionText(
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicUrl: string | null,
): string | null {
  return textOf('recado', request, publicUrl)
}

export function deviceText(
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicUrl: string | null,
): string | null {
  return textOf('recado-device', request, publicUrl)
}

function cookie(name: Name, secure: boolean, text: string | null): string {
  const path = `Path=${secure ? '/' : '/dashboard'}`
  const flags = [path, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])]
  const age = `Max-Age=${text === null ? 0 : MAX_AGE_SECONDS[name]}`
  return [`${cookieName(name, secure)}${text ?? ''}`, ...flags, age].join('; ')
}

function textOf(
  name: Name,
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicUrl: string | null,
): string | null {
  const start = cookieName(name, isSecure(request, publicUrl))
  const given = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return given.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null
}
