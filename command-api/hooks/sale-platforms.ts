import { ownSales } from './own-sales.ts'
import type { SalePlatform } from './sale-platform.ts'

/** Every platform whose sales are attributed. */
export const SALE_PLATFORMS: readonly SalePlatform[] = [ownSales]
