import type { Config } from '../../config.ts'

/** Domains of Meta's that hold files; what is below one of them counts too. */
const OF_META = ['facebook.com', 'fbsbx.com', 'fbcdn.net', 'whatsapp.com', 'whatsapp.net']

/**
 * Whether the token may go to an address that an answer of the Graph API names as a file's: over TLS to a domain of Meta's
 * or one that the operator has named, and to the very server of the Graph API, such as a simulator without TLS.
 */
export function mediaHosts({
  GRAPH_API_URL,
  GRAPH_MEDIA_HOSTS,
}: Pick<Config, 'GRAPH_API_URL' | 'GRAPH_MEDIA_HOSTS'>): (url: string) => boolean {
  const { origin } = new URL(GRAPH_API_URL)
  const domains = [...OF_META, ...GRAPH_MEDIA_HOSTS]
  return (url) => {
    if (!URL.canParse(url)) return false
    const named = new URL(url)
    if (named.origin === origin) return true
    return named.protocol === 'https:' && domains.some((domain) => isWithin(named.hostname, domain))
  }
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
