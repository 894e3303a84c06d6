// The tables of features/passwords: accounts at which somebody guesses, and the browsers that signed in to one.

/** Milliseconds since 1970, UTC. */
type Millis = number;

/** An account at whose password somebody guessed lately, whether there is such an account or not. */
interface GuessedAccountsTable {
  /** Of the e-mail. */
  account_hash: string;
  /** Where wrong ones came from within the hour: JSON, hashes with their moments. */
  addresses: string;
  /** Judged since the wait over all addresses began; 0: it has not. */
  tries: number;
  /** Before this moment none is judged, where the wait has begun. */
  next_at: Millis;
  expires_at: Millis;
}

/** A browser that signed in to an account, by the cookie that it has for that. features/users ends it with all access. */
interface OwnBrowsersTable {
  id_hash: string;
  user_id: string;
  seen_at: Millis;
}

export interface PasswordTables {
  guessed_accounts: GuessedAccountsTable;
  own_browsers: OwnBrowsersTable;
}
