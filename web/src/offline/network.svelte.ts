/** Whether the server can be reached, as far as it is known: by what the browser says, and by the last thing asked. */

class Network {
  #line = $state(navigator.onLine);
  #answered = $state(true);

  constructor() {
    const look = (): void => {
      this.#line = navigator.onLine;
      this.#answered = true;
    };
    addEventListener("online", look);
    addEventListener("offline", look);
  }

  get reachable(): boolean {
    return this.#line && this.#answered;
  }

  /** The server was asked something and has answered, or not. */
  asked(answered: boolean): void {
    this.#answered = answered;
  }
}

export const network = new Network();
