import type { IncomingHttpHeaders } from 'node:http'
import { SaleNotice } from '@recado/contract/sale'
import type { SalePlatform } from './sale-platform.ts'
import { isServiceSigned, mayBeServiceSigned } from './service-signature.ts'

/** Shops that post notices in our own form, signed as we sign webhooks. */
export const ownSales: SalePlatform = {
  path: 'sales',
  signatureRule:
    'x-service-signature must be t=<unix seconds>,v1=<hex hmac-sha256 of "{t}.{body}"> with the sales secret of the account, at most 5 minutes old',
  mayBeSigned: (headers) => mayBeServiceSigned(signatureOf(headers)),
  isSigned: ({ headers, bytes }, secret, now) =>
    isServiceSigned(secret, bytes, signatureOf(headers), now),
  notice: SaleNotice,
}

function signatureOf({ 'x-service-signature': header }: IncomingHttpHeaders): string | undefined {
  return typeof header === 'string' ? header : undefined
}
