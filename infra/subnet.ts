import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** A range of addresses in CIDR notation, such as 10.0.0.0/8 or fd00::/8. */
export const subnet = z
  .string()
  .trim()
  .refine((text) => ipaddr.isValidCIDR(text), 'must be subnets such as 10.0.0.0/8 or fd00::/8')
