"""What the house keeps accounts for, and why counters move: the lists the ledger is given, roles as rows of a table of
its own, reasons as names of a type. A new name needs a migration that adds it; a test compares both.
"""

from enum import StrEnum


class Role(StrEnum):
    """What holds the counters."""

    ISSUE = "issue"
    PURSE = "purse"
    STAKES = "stakes"
    BANK = "bank"
    BOOKMAKER = "bookmaker"
    TOTALISATOR = "totalisator"
    AUCTIONEER = "auctioneer"
    COMMISSION = "commission"
    BREAKAGE = "breakage"
    POT = "pot"
    ESCROW = "escrow"
    CARRY_OVER = "carry-over"
    PRIZE = "prize"
    TILL = "till"
    SALES = "sales"
    OVER_SHORT = "over-short"
    UNCLAIMED = "unclaimed"
    OWED = "owed"
    BOX = "box"
    PRIZE_FUND = "prize-fund"
    CLUB = "club"
    GOOD_CAUSE = "good-cause"
    HOLDING = "holding"  # of a game's own unit, points or francs, in somebody's hands


# In play: these never fall below zero, and must be empty before their book is closed.
IN_PLAY = frozenset(
    {
        Role.PURSE,
        Role.STAKES,
        Role.BANK,
        Role.BOOKMAKER,
        Role.TOTALISATOR,
        Role.AUCTIONEER,
        Role.POT,
        Role.ESCROW,
        Role.CARRY_OVER,
        Role.PRIZE_FUND,
        Role.HOLDING,
    }
)


class Reason(StrEnum):
    """Why counters move."""

    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    STAKE = "stake"
    WITHDRAWN = "withdrawn"
    LOST = "lost"
    RETURNED = "returned"
    WINNINGS = "winnings"
    FLOAT = "float"
    ANTE = "ante"
    POT = "pot"
    DIVIDEND = "dividend"
    COMMISSION = "commission"
    BREAKAGE = "breakage"
    CARRY_OVER = "carry-over"
    BID = "bid"
    HAMMER_PRICE = "hammer-price"
    PRIZE = "prize"
    BOX = "box"
    SALE = "sale"
    TILL_COUNT = "till-count"
    COVER = "cover"
    SWEEP = "sweep"
    REFUND = "refund"
    PROCEEDS = "proceeds"
    COLLECTED_FIRST = "collected-first"
    COLLECTED_SECOND = "collected-second"
    COLLECTED_THIRD = "collected-third"
    POOLED = "pooled"  # a stake in a totalisator's pool
    # Inside Ascot, in francs.
    AUCTION_COMMISSION = "auction-commission"
    CARD_PRICE = "card-price"
    TRAINING_FEE = "training-fee"
    REPORT_FEE = "report-fee"
    CLUB_ENTRY = "club-entry"
    CLUB_DINNER = "club-dinner"
    CLUB_CHARITY = "club-charity"
    FORCED_SALE = "forced-sale"
    TRADE = "trade"
    EQUALISED = "equalised"
    RACE_ENTRY = "race-entry"
    PLACE_STAKE = "place-stake"
    PLACE_ESCROW = "place-escrow"
    PLACE_PAYOUT = "place-payout"
    PLACE_RELEASE = "place-release"
    BANKER_COMMISSION = "banker-commission"
    PRIZE_FIRST = "prize-first"
    PRIZE_SECOND = "prize-second"
    PRIZE_THIRD = "prize-third"
    PRIZE_SHARED = "prize-shared"
    UNCLAIMED_POOL = "unclaimed-pool"
    OFFICE = "office"
