package proof

import "github.com/retryvet/retryvet/internal/proof/shapes"

// configured lists programs whose settings are in other packages.
func configured() []proof {
	return []proof{
		{run: shapes.ClientInField, status: 500},
		{run: shapes.NumberIsConstant, status: 500},
		{run: shapes.NumberIsVariable, status: 500},
		{run: shapes.NumberIsFlag, status: 500},
		{run: shapes.NumberFromEnv, status: 500},
		{run: shapes.NumberInConfig, status: 500},
		{run: shapes.ZeroInConfig, status: 500},
		{run: shapes.SetIfPositive, status: 500},
		{run: shapes.NotSetIfZero, status: 500},
		{run: shapes.OptionsElsewhere},
		{run: shapes.OptionsAppended},
		{run: shapes.ZeroIsConstant},
		{run: shapes.ConvertedNumber},
		{run: shapes.PolicyElsewhere},
		{run: shapes.PolicyOfMethod},
		{run: shapes.PolicyIsVariable},
		{run: shapes.PolicyIsCopied},
		{run: shapes.PolicyOfArgument},
		{run: shapes.PolicyIsBuilt},
		{run: shapes.PolicyInField},
		{run: shapes.ConfigElsewhere, status: 500},
		{run: shapes.RetryerElsewhere, status: 500},
		{run: shapes.OptionsOfArgument, status: 500},
		{run: shapes.OptionsOfNegative, status: 500},
		{run: shapes.OptionsIfPositive, status: 500},
		{run: shapes.OptionsIfZero, status: 500},
		{run: shapes.ClientIsEmbedded},
		{run: shapes.ClientIsVariable},
		{run: shapes.OptionsFromHelper, status: 503},
	}
}
