// Tables of features/passwords: recent password guesses, and browsers that have signed in.

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** Accounts whose password was guessed recently. Includes accounts that don't exist. */
interface GuessedAccountsTable {
  /** Hash of the email. */
  account_hash: string;
  /** JSON: hashed addresses of the hour's wrong guesses, with times. */
  addresses: string;
  /** Guesses checked since the wait for all addresses began. 0: no such wait. */
  tries: number;
  /** During that wait, no guess is checked before this time. */
  next_at: Millis;
  expires_at: Millis;
}

/** Browsers that signed in, known by a cookie. features/users deletes the rows when it revokes all access. */
interface OwnBrowsersTable {
  id_hash: string;
  user_id: string;
  seen_at: Millis;
}

export interface PasswordTables {
  guessed_accounts: GuessedAccountsTable;
  own_browsers: OwnBrowsersTable;
}
