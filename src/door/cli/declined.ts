/** A person was asked and said no. That is an answer and no error, but what was asked for is not done either. */
export class Declined extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Declined";
  }
}
