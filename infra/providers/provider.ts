import type { Intent, Translate } from '@recado/translation/intent'
import type { ChatLease } from '../concurrency/leased-mutex.ts'
import type { Config } from '../config.ts'
import type { ConnectionEntry, GatewayEntry } from '../registry-entries.ts'
import type { Vault } from '../vault/vault.ts'
import type { Capabilities } from './capabilities.ts'
import type { GatewayCalls } from './gateway-calls.ts'
import type { AppHook, ConnectionHook } from './hook.ts'
import type { MediaCalls } from './media-calls.ts'
import type { NumberHealth } from './number-health.ts'
import type { PairingCalls } from './pairing-calls.ts'
import type { ProfileCalls } from './profile-calls.ts'
import type { ProviderResult } from './provider-result.ts'
import type { Registration } from './registration.ts'
import type { NoTurn, NotCalled, OutboundMessage, ReadyCall } from './send-call.ts'
import type { TemplateCalls } from './template-calls.ts'

export type ProviderDeps = {
  readonly config: Config
  readonly vault: Pick<Vault, 'get'>
  /** Keeps other processes out of a chat during a send. */
  readonly chats: ChatLease
  /** The gateways that are registered. */
  readonly gateways: KnownGateways
}

/** By id, and all in order of registration. */
export type KnownGateways = {
  gateway(id: string): GatewayEntry | undefined
  gateways(): Iterable<GatewayEntry>
}

/** A WhatsApp provider: a folder beside this file and a line in providers.ts. Abilities that it lacks are absent. */
export type Provider = ProviderKind & {
  open(world: ProviderDeps): ProviderCalls
}

/** What is known of a provider without calling it. Pure. */
export type ProviderKind = {
  /** The type of its connections, as facts store it. */
  readonly type: string
  readonly capabilities: Capabilities
  /** Names of its events. A webhook that lists one receives the raw payload. */
  readonly nativeEvents: readonly string[]
  /** A name of the provider's own for a part of one of these events, which a webhook may list as well. */
  readonly partialEvent?: PartialEvent
  /** An invented payload of a native event; without it, a test only names the event. @param seconds Unix time */
  sampleEvent?(event: string, connection: ConnectionEntry, seconds: number): object
  /** Names of the events about its templates. */
  readonly templateEvents?: RegExp
  readonly registration: Registration
  /** Whether an operator can replace the token and the app secret of a connection. */
  readonly credentialsAreReplaced?: true
  readonly hook: AppHook | ConnectionHook
  readonly translate: Translate
  readonly sends: SendTraits
  /** The request of a send, where it follows from the message alone. */
  requestOf?(message: OutboundMessage): object
}

export type PartialEvent = {
  readonly name: string
  /** The whole event. */
  readonly of: string
  /** Whether a payload of the whole event belongs to the part. */
  isPart(payload: object): boolean
}

export type SendTraits = {
  /** Messages per second of a number to which the provider has granted nothing else. */
  readonly perSecond: number
  /** The identity that reaches a person without a known phone. */
  readonly reachesBy: 'business_scoped_user_id' | 'lid'
  /** Only connected numbers may send; without it any number is tried. */
  readonly onlyConnected?: true
  /** Echoes carry no correlation value: they are matched by text and conversation. */
  readonly echoesByText?: true
}

/** What a provider reports about a number: its status, its phone number, or what it grants it. */
export type NumberReport =
  | Extract<Intent, { kind: 'connection_status' | 'connection_number' }>
  | Throughput

/** How many messages a second the number may send, and the provider's name for it. */
export type Throughput = {
  readonly kind: 'connection_throughput'
  readonly messages_per_second: number
  readonly level: string | null
}

/** The calls of a provider. Absent: the provider lacks the ability, or has no server in this installation. */
export type ProviderCalls = {
  /**
   * Waits for what a send needs (credentials, the chat, a place among the calls under way) without sending: the send is
   * claimed only afterwards.
   * @param waitMs how long it may wait for its place; after that, no attempt has begun
   */
  prepare?(
    connection: ConnectionEntry,
    message: OutboundMessage,
    waitMs: number,
  ): Promise<ReadyCall | NotCalled | NoTurn>
  markRead?(
    connection: ConnectionEntry,
    providerMessageId: string | null,
    isTyping: boolean,
  ): Promise<ProviderResult<unknown>>
  readonly media?: MediaCalls
  readonly profile?: ProfileCalls
  health?(connection: ConnectionEntry): Promise<ProviderResult<NumberHealth>>
  readonly templates?: TemplateCalls
  /** What the provider reports about a number now; its refusal is about the credentials or the number. @param at now, ISO 8601 */
  readNumber?(
    connection: ConnectionEntry,
    at: string,
  ): Promise<ProviderResult<readonly NumberReport[]>>
  /** Creates a pending connection's session. Idempotent. @throws Error when the provider is unavailable or refuses */
  ensureSession?(connection: ConnectionEntry): Promise<void>
  readonly pairing?: PairingCalls
  /** Of a provider whose numbers have sessions at servers of the operator. */
  readonly gateways?: GatewayCalls
  /** Waits for calls under way. */
  close(): Promise<void>
}

export type OpenProvider = ProviderKind & ProviderCalls

export type ProviderKinds = ReadonlyMap<string, ProviderKind>

/** The opened providers of a process, by the type of their connections. */
export type Providers = ReadonlyMap<string, OpenProvider>
