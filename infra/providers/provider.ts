import type { Intent, Translate } from '@recado/translation/intent'
import type { ChatLease } from '../concurrency/leased-mutex.ts'
import type { Config } from '../config.ts'
import type { ConnectionEntry } from '../registry-entries.ts'
import type { Vault } from '../vault/vault.ts'
import type { Capabilities } from './capabilities.ts'
import type { AppHook, ConnectionHook } from './hook.ts'
import type { MediaCalls } from './media-calls.ts'
import type { NumberHealth } from './number-health.ts'
import type { PairingCalls } from './pairing-calls.ts'
import type { ProfileCalls } from './profile-calls.ts'
import type { ProviderResult } from './provider-result.ts'
import type { Registration } from './registration.ts'
import type { NotCalled, OutboundMessage, ReadyCall } from './send-call.ts'
import type { TemplateCalls } from './template-calls.ts'

/** What a provider is opened with. */
export type ProviderWorld = {
  readonly config: Config
  readonly vault: Pick<Vault, 'get'>
  /** Keeps other processes out of a chat meanwhile. */
  readonly chats: ChatLease
}

/** A WhatsApp provider: a folder beside this file and a line in providers.ts. What it cannot do is absent. */
export type Provider = ProviderKind & {
  /** Dials nothing before the first call. */
  open(world: ProviderWorld): ProviderCalls
}

/** What is known of a provider without asking it. Pure. */
export type ProviderKind = {
  /** The type of its connections, as facts store it. */
  readonly type: string
  readonly capabilities: Capabilities
  /** What it calls its events: a webhook that lists one gets the raw payload. */
  readonly nativeEvents: readonly string[]
  /**
   * The payload of a native event that never was, for whoever tries a webhook. Without it a test names the event only.
   * @param seconds now, Unix time
   */
  sampleEvent?(event: string, connection: ConnectionEntry, seconds: number): object
  /** Names of the events that tell of its templates. */
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

/** How the numbers of a provider send. */
export type SendTraits = {
  /** Messages a second that one number bears. */
  readonly perSecond: number
  /** What reaches a person whose phone is not known. */
  readonly reachesBy: 'business_scoped_user_id' | 'lid'
  /** A number that is not connected sends nothing; any other is tried. */
  readonly onlyConnected?: true
  /** An echo carries no value of ours: text and conversation tell whose it is. */
  readonly echoesByText?: true
}

/** What a provider says of a number: how it is, or which one it is. */
export type NumberReport = Extract<Intent, { kind: 'connection_status' | 'connection_number' }>

/** What is asked of a provider; absent is what it cannot do, or has no server for in this installation. */
export type ProviderCalls = {
  /** Waits for all that a send needs (credentials, the chat) and sends nothing: the send is claimed only then. */
  prepare?(connection: ConnectionEntry, message: OutboundMessage): Promise<ReadyCall | NotCalled>
  markRead?(
    connection: ConnectionEntry,
    providerMessageId: string | null,
  ): Promise<ProviderResult<unknown>>
  readonly media?: MediaCalls
  readonly profile?: ProfileCalls
  health?(connection: ConnectionEntry): Promise<ProviderResult<NumberHealth>>
  readonly templates?: TemplateCalls
  /**
   * What the provider says of a number at this moment. Nothing when it cannot be asked, or says what we do not
   * know: then there is no report.
   * @param at now, ISO 8601
   */
  readNumber?(connection: ConnectionEntry, at: string): Promise<readonly NumberReport[]>
  /**
   * Makes the session of a connection that is pending. Doing it twice does no harm.
   * @throws Error when the provider is unavailable or says no
   */
  ensureSession?(connection: ConnectionEntry): Promise<void>
  /** How its numbers are linked with a phone. */
  readonly pairing?: PairingCalls
  /** Lets calls under way end. */
  close(): Promise<void>
}

/** A provider as a process uses it. */
export type OpenProvider = ProviderKind & ProviderCalls

/** What is known of the providers, by the type of their connections. */
export type ProviderKinds = ReadonlyMap<string, ProviderKind>

/** The providers of a process, by the type of their connections. */
export type Providers = ReadonlyMap<string, OpenProvider>
