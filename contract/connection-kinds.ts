// Without zod, because the dashboard imports these values.

/** The published types of connections. */
export const CONNECTION_TYPES = ['official', 'freemium'] as const

export type PublishedType = (typeof CONNECTION_TYPES)[number]

/**
 * What a type of connection is, besides what `capabilities` says of each connection. The dashboard asks this, and never the
 * name of a type.
 */
export type ConnectionKind = {
  /** A phone is linked to it by a code. */
  readonly isPaired: boolean
  readonly hasHealth: boolean
  readonly hasProfile: boolean
  /** Whoever adds it sets the address of its hook at the provider. */
  readonly setsHook: boolean
  /** Only plans that include official numbers include it. */
  readonly needsPlan: boolean
  /** The simulator of `npm start` that plays its provider; null for a provider that is not simulated. */
  readonly simulator: 'graph' | 'waha' | null
  /** What an account says to add one, by the names of POST /connections. */
  readonly asks: readonly AskedField[]
}

export type AskedField = {
  readonly name: 'session' | 'phone_number' | 'phone_number_id' | 'waba_id' | 'token' | 'app_secret'
  /** `name`: 1 to 40 letters, digits, `-` and `_`, which the user chooses. */
  readonly form: 'text' | 'secret' | 'name'
}

const KINDS: Readonly<Record<PublishedType, ConnectionKind>> = {
  freemium: {
    isPaired: true,
    hasHealth: false,
    hasProfile: false,
    setsHook: false,
    needsPlan: false,
    simulator: 'waha',
    asks: [{ name: 'session', form: 'name' }],
  },
  official: {
    isPaired: false,
    hasHealth: true,
    hasProfile: true,
    setsHook: true,
    needsPlan: true,
    simulator: 'graph',
    asks: [
      { name: 'phone_number', form: 'text' },
      { name: 'phone_number_id', form: 'text' },
      { name: 'waba_id', form: 'text' },
      { name: 'token', form: 'secret' },
      { name: 'app_secret', form: 'secret' },
    ],
  },
}

/** The types of which an account adds numbers by itself, in the order in which they are offered. */
export const OFFERED_TYPES = ['freemium', 'official'] as const satisfies readonly PublishedType[]

/** A type that is not published yet has nothing but its capabilities. */
const UNPUBLISHED: ConnectionKind = {
  isPaired: false,
  hasHealth: false,
  hasProfile: false,
  setsHook: false,
  needsPlan: false,
  simulator: null,
  asks: [],
}

export function kindOf(type: string): ConnectionKind {
  return isPublished(type) ? KINDS[type] : UNPUBLISHED
}

export function isPublished(type: string): type is PublishedType {
  return CONNECTION_TYPES.some((one) => one === type)
}
