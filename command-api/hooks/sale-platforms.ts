import { ownSales } from './own-sales.ts'
import type { SalePlatform } from './sale-platform.ts'

/** Every platform whose notices of sales are accepted. */
export const SALE_PLATFORMS: readonly SalePlatform[] = [ownSales]
