/** The currencies in which services and products have a price. */
export const CURRENCIES = [
  ...(['USD', 'GBP', 'CAD', 'AUD', 'NZD', 'EUR', 'MXN', 'INR', 'AED', 'CHF', 'CNY', 'CZK', 'EGP', 'HKD'] as const),
  ...(['HUF', 'IDR', 'ILS', 'JPY', 'KES', 'KRW', 'LKR', 'MAD', 'MOP', 'MYR', 'PHP', 'PLN', 'RON', 'RUB'] as const),
  ...(['ZAR', 'SEK', 'SGD', 'THB', 'TRY', 'TWD', 'VND', 'SAR', 'KHR', 'MNT', 'NOK', 'DKK'] as const),
] as const;
