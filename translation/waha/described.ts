import {
  asRecord,
  asRecords,
  asText,
  isRecord,
  type Json,
} from '@recado/domain/provider-event/loose-json'
import type { MessageContent } from '../message-content.ts'
import { nativeMessage } from './native.ts'

/**
 * Reads polls, events, products and orders, which have no text of their own; null when the message is none. NOWEB and GOWS
 * name their parts as WhatsApp's protocol does (`Message` of WAProto), WEBJS has them as fields of `_data`. Prices are in
 * thousandths of the currency, as WhatsApp has them.
 */
export function wahaDescribed(payload: Json): MessageContent | null {
  const native = nativeMessage(payload)
  const webjs = asRecord(payload._data)
  const poll = Object.keys(native).find((part) => /^pollCreationMessage(V\d)?$/.test(part))
  if (poll !== undefined) return pollContent(asRecord(native[poll]), 'optionName')
  if (isRecord(native.eventMessage)) return eventContent(native.eventMessage)
  if (isRecord(native.productMessage)) return productContent(native.productMessage)
  if (isRecord(native.orderMessage)) return orderContent(native.orderMessage)
  if (webjs.type === 'poll_creation')
    return pollContent({ name: webjs.pollName, options: webjs.pollOptions }, 'name')
  if (webjs.type === 'event_creation') return eventContent(ofWebjsEvent(webjs))
  if (webjs.type === 'product') return productContent({ product: webjs })
  return webjs.type === 'order' ? orderContent(webjs) : null
}

function pollContent({ name, options }: Json, optionName: string): MessageContent {
  const poll = {
    name: asText(name),
    options: asRecords(options).flatMap((option) => asText(option[optionName]) ?? []),
  }
  return shown('poll', lines(poll.name, ...poll.options.map((option) => `- ${option}`)), poll)
}

function ofWebjsEvent(webjs: Json): Json {
  const { eventName: name, eventDescription: description, eventLocation: location } = webjs
  const { eventStartTime: startTime, eventEndTime: endTime, eventJoinLink: joinLink } = webjs
  return {
    name,
    description,
    location,
    startTime,
    endTime,
    joinLink,
    isCanceled: webjs.isEventCanceled,
  }
}

function eventContent({ name, description, location, joinLink, ...event }: Json): MessageContent {
  const place = asRecord(location)
  const content = {
    name: asText(name),
    description: asText(description),
    location: asText(place.name) ?? asText(place.address),
    join_link: asText(joinLink),
    starts_at: timeOf(event.startTime),
    ends_at: timeOf(event.endTime),
    canceled: event.isCanceled === true,
  }
  return shown('event', lines(content.name, content.description), content)
}

function productContent({ product, body }: Json): MessageContent {
  const shownProduct = asRecord(product)
  const content = {
    id: asText(shownProduct.productId) ?? asText(shownProduct.productID),
    title: asText(shownProduct.title),
    description: asText(shownProduct.description),
    retailer_id: asText(shownProduct.retailerId) ?? asText(shownProduct.retailerID),
    url: asText(shownProduct.url) ?? asText(shownProduct.URL),
    price_thousandths: amountOf(shownProduct.priceAmount1000),
    currency: asText(shownProduct.currencyCode),
  }
  return shown('product', lines(content.title, asText(body) ?? content.description), content)
}

function orderContent(order: Json): MessageContent {
  const content = {
    id: asText(order.orderId) ?? asText(order.orderID),
    title: asText(order.orderTitle),
    text: asText(order.message),
    item_count: amountOf(order.itemCount),
    total_thousandths: amountOf(order.totalAmount1000),
    currency: asText(order.totalCurrencyCode),
  }
  const text = lines(content.title, content.text) ?? '[order]'
  return { message_type: 'order', text, content }
}

/** The contract has no type of its own for these, so they are unsupported, and say what they are. */
function shown(type: string, text: string | null, content: object): MessageContent {
  return {
    message_type: 'unsupported',
    text: text ?? `[${type}]`,
    content: { type, errors: [], [type]: content },
  }
}

function lines(...all: readonly (string | null)[]): string | null {
  return all.filter((line) => line !== null).join('\n') || null
}

/** NOWEB writes 64-bit integers as their two halves, GOWS as numbers, and some gateways as text. */
function amountOf(value: unknown): number | null {
  const { low, high } = asRecord(value)
  const isHalved = typeof low === 'number' && typeof high === 'number'
  const amount = isHalved ? high * 2 ** 32 + (low >>> 0) : Number(asText(value) ?? Number.NaN)
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null
}

/** The last second whose year has four digits. */
const MAX_SECONDS = 253_402_300_799

function timeOf(seconds: unknown): string | null {
  const at = amountOf(seconds)
  return at === null || at === 0 || at > MAX_SECONDS ? null : new Date(at * 1_000).toISOString()
}
