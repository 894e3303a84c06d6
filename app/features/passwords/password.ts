// What a password must have, and what is said of one that everybody tries first: pure.

/** At least 8 characters with at least one letter and one digit, of any script (spec section 5). */
export const isPasswordStrong = (password: string): boolean =>
  [...password].length >= 8 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);

export const commonPassword = "Thousands of people use this password. Please choose another.";
