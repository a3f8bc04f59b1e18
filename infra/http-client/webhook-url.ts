import { isIP } from 'node:net'
import type { AddressPolicy } from './public-address.ts'

/** Ports above 1023 of databases and brokers, where no webhook receiver listens. */
const DATABASE_PORTS = new Set([
  1433, 1521, 2113, 2379, 2380, 3306, 4222, 5432, 5672, 5984, 6379, 6380, 7000, 7001, 8086, 9042,
  9092, 9200, 9300, 11211, 27017, 27018, 27019,
])

/** Why a URL cannot be a webhook's target; null when it can. safe-connector.ts checks what names resolve to. */
export function webhookUrlFault(text: string, isAllowed: AddressPolicy): string | null {
  // Browsers repair blanks and missing slashes; such a text is still no URI.
  if (!URL.canParse(text) || /\s/.test(text)) return 'is not a URL'
  const url = new URL(text)
  if (!/^https?:\/\//i.test(text)) return 'must be an http or https URL'
  if (url.username !== '' || url.password !== '') return 'must not carry credentials'
  if (!isUsablePort(Number(url.port || (url.protocol === 'https:' ? 443 : 80))))
    return `must not use port ${url.port}; use 80, 443 or a port above 1023 that no database uses`
  return isUsableHost(url.hostname, isAllowed) ? null : 'must lead to a public address'
}

function isUsablePort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !DATABASE_PORTS.has(port))
}

function isUsableHost(hostname: string, isAllowed: AddressPolicy): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isAllowed(host)
  if (host === 'localhost' || host.endsWith('.localhost')) return isAllowed('127.0.0.1')
  return host !== ''
}
