// Defines the rule for passwords and the warning about common ones. Pure.

/** Letters and digits of any script count (spec section 5). */
export const isPasswordStrong = (password: string): boolean =>
  [...password].length >= 8 && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);

export const commonPassword = "Thousands of people use this password. Choose another.";
